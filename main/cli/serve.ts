/** `dramatis serve [--port N] [--data DIR]`: the server without a window, in this process. */
export async function run(args: string[]): Promise<void> {
  process.argv = [...process.argv.slice(0, 2), ...args];
  await import('../headless.ts');
}

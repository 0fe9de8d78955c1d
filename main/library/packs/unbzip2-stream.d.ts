declare module 'unbzip2-stream' {
  /** A stream of Node's first kind that takes bzip2 and gives what was packed. */
  export default function unbzip2Stream(): NodeJS.ReadWriteStream;
}

/** What the program calls itself, in file metadata and documents. The version is package.json's. */
export const PRODUCT = { name: 'Dramatis', version: '0.1.0' } as const;

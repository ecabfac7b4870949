/** The part of yazl that the workbench uses; the package brings no types. */
declare module 'yazl' {
  class ZipFile {
    readonly outputStream: import('node:stream').Readable;
    addReadStream(stream: import('node:stream').Readable, name: string, options?: { readonly mtime?: Date }): void;
    addBuffer(bytes: Buffer, name: string, options?: { readonly mtime?: Date }): void;
    end(): void;
  }

  export { ZipFile };
}

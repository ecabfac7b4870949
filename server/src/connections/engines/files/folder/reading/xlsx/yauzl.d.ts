/** The part of yauzl that the workbench uses; the package brings no types. */
declare module 'yauzl' {
  interface Entry {
    readonly fileName: string;
    readonly compressedSize: number;
    readonly uncompressedSize: number;
  }

  interface ZipFile {
    readonly entryCount: number;
    eachEntry(): AsyncIterable<Entry>;
    openReadStreamPromise(entry: Entry): Promise<import('node:stream').Readable>;
    close(): void;
  }

  interface Options {
    readonly lazyEntries: true;
    readonly autoClose: false;
  }

  function openPromise(path: string, options: Options): Promise<ZipFile>;

  export { openPromise };
  export type { Entry, ZipFile };
}

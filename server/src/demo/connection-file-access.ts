/** How the configuration file is kept; the connections know that best, so they do it for the demo. */
export interface ConnectionFileAccess {
  /** Encrypts a password for the file. */
  seal(plain: string): Promise<string>;
  /** Changes settings of one connection in the file; everything else stays as it is. */
  change(id: string, changes: ConnectionChanges): Promise<void>;
}

/** `password` is sealed. */
export interface ConnectionChanges {
  readonly port?: number;
  readonly password?: string;
}

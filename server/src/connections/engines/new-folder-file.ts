/** A data file that is to be added to the folder of a connection. */
export interface NewFolderFile {
  /** Where it is now. */
  readonly from: string;
  /** Its name in the folder, without slashes. */
  readonly name: string;
  /** Whether it takes the place of a file with this name. */
  readonly isReplacing: boolean;
}

import { Injectable } from '@nestjs/common';

/** Reads the texts that a type of the API stands for. */
export type NameList = () => readonly string[];

/** Names that modules bring, such as those of engines: only the running server can list them in the API's description. */
@Injectable()
export class ApiNames {
  private readonly lists = new Map<string, NameList>();

  /** Says what texts a type of `libs/api` stands for; `names` is called when the description is made. */
  add(type: string, names: NameList): void {
    this.lists.set(type, names);
  }

  /** The texts by type. */
  all(): Readonly<Record<string, readonly string[]>> {
    return Object.fromEntries(Array.from(this.lists, ([type, names]) => [type, names()]));
  }
}

import { computed, signal } from '@angular/core';
import { ApiProblem } from './api-problem';
import { Loaded } from './loaded';

/** What the server answers of a list: some items, and the cursor of the next page. */
export interface ListPage {
  readonly items: readonly unknown[];
  readonly next_cursor: string | null;
}

type ItemOf<P extends ListPage> = P['items'][number];

/** Reads one page: the first one where the cursor is null. */
export type ReadPage<P extends ListPage, Q> = (question: Q, cursor: string | null) => Promise<P>;

/**
 * A list that is read page after page for a question, such as a filter. A page is requested once, a failure keeps the
 * items in sight, and what belongs to another question is dropped. Reading again reaches as far as the items in sight.
 */
export class PagedList<P extends ListPage, Q = null> {
  private readonly list = new Loaded<P>(
    () => this.readPages(),
    () => this.question,
  );
  private readonly loadingMore = signal(false);
  private readonly moreFailure = signal<ApiProblem | null>(null);
  private pages = 1;
  /** Counts the questions, so that a page of an earlier one is recognized. */
  private questions = 0;

  readonly value = this.list.value;
  readonly problem = this.list.problem;
  /** An empty list says nothing about the next question. */
  readonly state = computed(() => (this.isSuperseded() && this.items().length === 0 ? 'loading' : this.list.state()));
  readonly isOutdated = this.list.isOutdated;
  readonly isSuperseded = this.list.isSuperseded;
  readonly items = computed<readonly ItemOf<P>[]>(() => this.value()?.items ?? []);
  readonly hasMore = computed(() => !this.isSuperseded() && (this.value()?.next_cursor ?? null) !== null);
  readonly isLoadingMore = this.loadingMore.asReadonly();
  /** Why the next page could not be read. */
  readonly moreProblem = this.moreFailure.asReadonly();

  constructor(
    private readonly read: ReadPage<P, Q>,
    private readonly keyOf: (item: ItemOf<P>) => unknown,
    private question: Q,
  ) {}

  /** Reads the list for a question. */
  async show(question: Q): Promise<void> {
    if (JSON.stringify(question) !== JSON.stringify(this.question)) this.startQuestion(question);
    await this.load();
  }

  /** Reads again as many pages as are in sight. */
  load(): Promise<void> {
    return this.list.load();
  }

  /** Adds the next page to those in sight. */
  async more(): Promise<void> {
    const cursor = this.value()?.next_cursor ?? null;
    if (cursor === null || !this.hasMore() || this.loadingMore()) return;
    const { questions } = this;
    this.loadingMore.set(true);
    this.moreFailure.set(null);
    try {
      const page = await this.read(this.question, cursor);
      if (questions === this.questions) await this.append(page, cursor);
    } catch (error) {
      if (questions === this.questions) this.moreFailure.set(ApiProblem.from(error));
    } finally {
      if (questions === this.questions) this.loadingMore.set(false);
    }
  }

  /** Changes what is in sight, as after an action whose answer contains it. */
  update(change: (value: P) => P): void {
    this.list.update(change);
  }

  private startQuestion(question: Q): void {
    this.question = question;
    this.questions += 1;
    this.pages = 1;
    this.loadingMore.set(false);
    this.moreFailure.set(null);
  }

  private async append(page: P, cursor: string): Promise<void> {
    this.pages += 1;
    // The list was read again meanwhile, and the page may not follow on its last item.
    if (this.value()?.next_cursor !== cursor) return this.load();
    this.list.update((known) => withNextPage(known, page, this.keyOf));
  }

  private async readPages(): Promise<P> {
    const { question } = this;
    let list = await this.read(question, null);
    for (let page = 1; page < this.pages && list.next_cursor !== null; page++) {
      list = withNextPage(list, await this.read(question, list.next_cursor), this.keyOf);
    }
    return list;
  }
}

/** The list with the items of its next page behind, without those that it has already. */
export function withNextPage<P extends ListPage>(list: P, page: P, keyOf: (item: ItemOf<P>) => unknown): P {
  const known = new Set(list.items.map((item) => keyOf(item)));
  return { ...page, items: [...list.items, ...page.items.filter((item) => !known.has(keyOf(item)))] };
}

import { Service } from '@angular/core';

/** A part of the page that could perhaps not be read. */
interface Retryable {
  /** Reads it again where it could not be read. */
  retryFailed(): void;
}

/** The parts of the page in sight that are read from the server: what failed together is tried again by one click. */
@Service()
export class FailedLoads {
  private readonly parts = new Set<Retryable>();

  /** Adds a part; the result removes it. */
  add(part: Retryable): () => void {
    this.parts.add(part);
    return () => this.parts.delete(part);
  }

  retry(): void {
    for (const part of this.parts) part.retryFailed();
  }
}

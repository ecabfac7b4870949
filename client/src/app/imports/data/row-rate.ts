import { smoothedRate } from '#libs/imports';

/** Measures how fast rows are imported, from the counts as they are reported. */
export class RowRate {
  private rows = 0;
  private at = 0;
  private rate: number | null = null;

  /** Takes a count and answers the rows per second; null until two counts are known. `now` is in milliseconds. */
  measure(rows: number, now: number): number | null {
    if (rows < this.rows || this.at === 0) this.rate = null;
    else if (rows > this.rows) this.rate = smoothedRate(this.rate, rows - this.rows, now - this.at);
    else return this.rate;
    [this.rows, this.at] = [rows, now];
    return this.rate;
  }
}

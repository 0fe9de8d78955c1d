const BEGINNING = 'dramatis_tuned_';

/** Names of new values. A graph that has such names already was changed before, or by someone who wants us to think so. */
export class Names {
  static readonly beginning = BEGINNING;
  private count = 0;

  next(what: string): string {
    this.count++;
    return `${BEGINNING}${what}_${this.count}`;
  }
}

/** Names of new values. A graph that has such names already was changed before, or by someone who wants us to think so. */
export class Names {
  static readonly beginning = 'dramatis_tuned_';
  private count = 0;

  next(what: string): string {
    this.count++;
    return `${Names.beginning}${what}_${this.count}`;
  }
}

/** One question in flight; of those asked meanwhile only the newest is sent. */

export class Latest<Q, A> {
  private flying = false;
  private next: Q | null = null;

  constructor(
    private readonly ask: (question: Q) => Promise<A>,
    private readonly told: (answer: A, question: Q) => void,
  ) {}

  put(question: Q): void {
    if (this.flying) {
      this.next = question;
      return;
    }
    this.flying = true;
    this.ask(question)
      .then(
        (answer) => {
          if (this.next === null) this.told(answer, question);
        },
        () => {},
      )
      .finally(() => {
        this.flying = false;
        const next = this.next;
        this.next = null;
        if (next !== null) this.put(next);
      });
  }

  drop(): void {
    this.next = null;
  }
}

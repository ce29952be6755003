/** A log whose bytes a command sends, piece by piece. */
export interface LogFeed {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Resolves once the reader has processed the piece and wants the next one, or has stopped reading. */
  push(piece: Uint8Array): Promise<void>;
  end(): void;
  /** Makes the reader fail with this error. */
  abort(error: Error): void;
}

type Next = { readonly piece: Uint8Array } | { readonly error: Error } | "end";

/** At most one piece is in memory, because each `push` waits for the reader. */
export function createLogFeed(): LogFeed {
  let given: Next | null = null;
  let wake = Promise.withResolvers<void>();
  let taken = Promise.withResolvers<void>();
  let isOver = false;
  const give = (next: Next) => {
    given = next;
    wake.resolve();
  };
  async function* read(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        await wake.promise;
        wake = Promise.withResolvers();
        const next = given;
        if (next === null || next === "end") return;
        if ("error" in next) throw next.error;
        yield next.piece;
        taken.resolve();
      }
    } finally {
      isOver = true;
      taken.resolve();
    }
  }
  return {
    chunks: read(),
    async push(piece) {
      if (isOver) return;
      taken = Promise.withResolvers();
      give({ piece });
      await taken.promise;
    },
    end: () => give("end"),
    abort: (error) => give({ error }),
  };
}

/** Comments and checks on a forge's pull requests, in terms that fit every host. */
export interface Talk {
  readonly comments: Said[];
  /** The permissions of each person; other people have none. */
  readonly people: Map<string, "admin" | "write" | "read" | "bot">;
  /** Checks on the newest commit. */
  readonly checks: { name: string; state: "passed" | "failed" | "pending"; summary: string }[];
  /** Adds a person's comment and returns it. */
  say(said: Saying): Said;
}

export interface Said {
  /** Numbered from 1, across comments of all kinds. */
  readonly id: number;
  readonly kind: "comment" | "line" | "review";
  /** The pull request's number. */
  readonly number: number;
  readonly author: string;
  text: string;
  readonly at: string;
  /** The first comment of its thread. */
  readonly thread: number;
  readonly path: string | null;
  readonly line: number | null;
}

export interface Saying {
  readonly number: number;
  readonly author: string;
  readonly text: string;
  readonly kind?: Said["kind"];
  readonly thread?: number;
  readonly path?: string;
  readonly line?: number;
  readonly at?: string;
}

/** The account of the service's own credential. */
export const ownName = "docwright-account";

export function createTalk(): Talk {
  const comments: Said[] = [];
  return {
    comments,
    people: new Map([
      ["ana", "write"],
      ["rob", "read"],
      ["helper-bot", "bot"],
    ]),
    checks: [],
    say({ number, author, text, kind = "comment", thread, path = null, line = null, at }) {
      const id = comments.length + 1;
      const when = at ?? new Date().toISOString();
      const said = { id, kind, number, author, text, at: when, thread: thread ?? id, path, line };
      comments.push(said);
      return said;
    },
  };
}

export const hunk = "@@ -1,3 +1,3 @@\n # Install\n-Acme Cloud\n+Acme Platform";

/** On some hosts, accounts have numbers. Each name always gets the same number. */
export function numberOf(name: string): number {
  return name === ownName
    ? 1
    : 100 + ([...name].reduce((sum, char) => sum * 31 + char.charCodeAt(0), 7) % 10_000);
}

/** Finds the person with this number among everyone who commented or has permissions. */
export function nameOf(talk: Talk, number: number): string | undefined {
  return [...talk.people.keys(), ...talk.comments.map(({ author }) => author)].find(
    (name) => numberOf(name) === number,
  );
}

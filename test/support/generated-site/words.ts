import type { Random } from "./random.ts";

export const topics = [
  ...[
    "deployments",
    "environments",
    "secrets",
    "webhooks",
    "rate limits",
    "pagination",
    "roles",
    "audit logs",
  ],
  ...["backups", "regions", "domains", "certificates", "queues", "schedules", "alerts", "dashboards"],
  ...["exports", "imports", "sessions", "tokens", "billing", "quotas", "teams", "invitations"],
  ...["caching", "search", "uploads", "streams", "retries", "migrations", "previews", "rollbacks"],
] as const;

export const verbs = [
  ...["configure", "monitor", "automate", "troubleshoot", "migrate", "secure", "test", "scale"],
  ...["inspect", "restore", "share", "review", "limit", "extend", "debug", "measure"],
] as const;

const subjects = [
  ...[
    "The dashboard",
    "Your project",
    "Each environment",
    "A worker",
    "The command line",
    "The API",
    "An owner",
  ],
  ...["Every request", "The scheduler", "A deployment", "The audit log", "A retry", "The default role"],
] as const;

const predicates = [
  ...["keeps a copy of the last ten releases", "answers within a second in most regions"],
  ...["needs a token with write access", "can be paused at any time", "is shared by all members of the team"],
  ...["writes one line for each change", "falls back to the default when nothing is set"],
  ...[
    "takes effect with the next deployment",
    "is limited to 100 calls an hour",
    "stays in the region it was made in",
  ],
  ...["does not change what was delivered before", "shows up in the activity feed", "expires after 30 days"],
] as const;

const clauses = [
  ...["so plan for a short delay", "which is what most teams want", "unless you turn it off in the settings"],
  ...[
    "and the old value stays readable for a day",
    "because two regions are involved",
    "as long as the plan allows it",
  ],
] as const;

const japanese = [
  ...[
    "環境変数はプロジェクトごとに設定します。",
    "トークンは一度だけ表示されます。",
    "変更は次のデプロイから有効になります。",
  ],
  ...[
    "詳しくは管理画面を確認してください。",
    "上限に達すると、リクエストは拒否されます。",
    "バックアップは毎日作成されます。",
  ],
] as const;

export const japaneseHeadings = ["はじめに", "設定方法", "よくある質問", "制限事項"] as const;

/** `mention` is inserted into the sentence unchanged: a link, a term, or code. */
export function sentence(random: Random, mention?: string): string {
  const subject = random.pick(subjects);
  const predicate = random.pick(predicates);
  const clause = random.chance(0.4) ? `, ${random.pick(clauses)}` : "";
  if (mention === undefined) return `${subject} ${predicate}${clause}.`;
  return random.pick([
    `${subject} ${predicate} in ${mention}${clause}.`,
    `With ${mention}, ${subject.charAt(0).toLowerCase()}${subject.slice(1)} ${predicate}.`,
    `See ${mention} before you go on${clause}.`,
    `${mention} comes first: ${subject.charAt(0).toLowerCase()}${subject.slice(1)} ${predicate}.`,
  ]);
}

export function japaneseSentence(random: Random): string {
  return random.pick(japanese);
}

/** Breaks at spaces to keep lines shorter than `width`, as some authors do; links and code are not split. */
export function wrap(text: string, width: number): string {
  const lines = [""];
  for (const word of text.match(/\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])\S*|`[^`]*`\S*|\S+/gu) ?? []) {
    const last = lines.at(-1)!;
    if (last === "") lines[lines.length - 1] = word;
    else if (last.length + word.length + 1 <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join("\n");
}

export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

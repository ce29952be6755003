import { existsSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * The programs that `debootstrap --variant=minbase` installs, by package, without those that change the system (mount,
 * useradd, mkfs …). A minimal Debian has no ps, which belongs to procps.
 */
const minimalDebian = {
  bash: "bash",
  bsdutils: "logger renice script",
  coreutils: `[ arch b2sum base32 base64 basename cat chgrp chmod chown cksum comm cp csplit cut date dd df dir dirname du
    echo env expand expr factor false fmt fold groups head hostid id install join link ln logname ls md5sum mkdir mkfifo
    mktemp mv nice nl nohup nproc numfmt od paste pathchk pr printenv printf pwd readlink realpath rm rmdir seq sha1sum
    sha256sum sha512sum shred shuf sleep sort split stat stdbuf stty sum sync tac tail tee test timeout touch tr true
    truncate tsort tty uname unexpand uniq unlink users wc who whoami yes`,
  dash: "dash sh",
  debianutils: "run-parts tempfile which",
  diffutils: "cmp diff diff3 sdiff",
  dpkg: "dpkg dpkg-deb dpkg-query",
  findutils: "find xargs",
  grep: "egrep fgrep grep",
  gzip: "gunzip gzip zcat",
  hostname: "hostname",
  "libc-bin": "getconf getent iconv ldd locale",
  login: "login",
  mawk: "awk mawk",
  "ncurses-bin": "clear infocmp reset tput tset",
  "perl-base": "perl",
  sed: "sed",
  "sysvinit-utils": "pidof",
  tar: "tar",
  "util-linux": `flock getopt ionice lscpu mountpoint namei nsenter prlimit rev runuser setarch setpriv setsid su taskset
    unshare whereis`,
};

/** Git looks up the last three on the PATH. */
const needed = ["git", "node", "npm", "npx", "git-receive-pack", "git-upload-archive", "git-upload-pack"];

/**
 * Fills a folder with links to git, Node, the programs of a minimal Debian and `more`. Throws an Error with a message
 * if a program is missing, except for Debian's programs, which other systems may lack.
 */
export function linkPrograms(folder: string, machinePath: string, more: readonly string[]): void {
  const folders = [...machinePath.split(delimiter), "/usr/sbin", "/sbin"];
  const link = (name: string): boolean => {
    const found = folders.map((one) => join(one, name)).find((file) => existsSync(file));
    if (found !== undefined) symlinkSync(found, join(folder, name));
    return found !== undefined;
  };
  for (const name of [...needed, ...more])
    if (!link(name)) throw new Error(`${name} was not found on the PATH.`);
  for (const name of Object.values(minimalDebian).flatMap((names) => names.split(/\s+/u))) link(name);
}

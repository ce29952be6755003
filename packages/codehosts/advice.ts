/** Sentences that end the messages of some errors. They say what to do in the program that uses this package. */
export interface Advice {
  /** A host's certificate is not trusted. */
  readonly untrusted: string;
  /** The kind of a host is unknown. `kinds` lists the supported kinds. */
  readonly unknownKind: (kinds: string) => string;
  /** A credential has none of the supported formats. */
  readonly credentialFormats: string;
  /** Something changed on the host during the work, or the host made a mistake. */
  readonly repeat: string;
}

/** The advice for programs that have no settings of their own. */
export const plainAdvice: Advice = {
  untrusted:
    "If it is from a private authority, add that authority's certificate. Otherwise, it has expired or is for another name.",
  unknownKind: (kinds) => `Specify one of ${kinds} as "kind" in the credential's JSON.`,
  credentialFormats: "See the README of @docwright/codehosts for both formats.",
  repeat: "Try again.",
};

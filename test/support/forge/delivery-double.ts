import { createHmac } from "node:crypto";

/** The webhooks of one kind of host, according to its documentation. */
export interface DeliveryDouble {
  /** The headers of a delivery, with its signature. */
  headers(signing: Signing): Readonly<Record<string, string>>;
  payload(what: What): { readonly event: string; readonly payload: Readonly<Record<string, unknown>> };
}

export interface What {
  readonly about: "state" | "comments" | "checks";
  readonly number: number;
  readonly branch?: string;
  readonly commit?: string;
  readonly repository?: string;
  /** The state in the payload, which must not be trusted. */
  readonly says?: Readonly<Record<string, unknown>>;
}

export interface Signing {
  readonly event: string;
  readonly body: string;
  readonly secret: string;
  readonly id: string;
}

export const hmacHex = (secret: string, body: string) =>
  createHmac("sha256", secret).update(body).digest("hex");

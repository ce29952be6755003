import { alb, elb } from "./alb.ts";
import { caddy } from "./caddy.ts";
import { common, commonVhost } from "./clf.ts";
import { cloudflare } from "./cloudflare.ts";
import { cloudfront, cloudfrontJson } from "./cloudfront.ts";
import { combined, combinedForwarded, combinedVhost } from "./combined.ts";
import { fastly } from "./fastly.ts";
import { iis } from "./iis.ts";
import type { LogFormat } from "./log-format.ts";
import { netlify } from "./netlify.ts";
import { nginxJson } from "./nginx-json.ts";
import { s3 } from "./s3.ts";
import { traefik, traefikJson } from "./traefik.ts";
import { vercel } from "./vercel.ts";

/** All formats. If several formats read the same lines, the first one wins, since it reads more of each line. */
export const logFormats: readonly LogFormat[] = [
  traefik,
  combinedForwarded,
  combined,
  combinedVhost,
  common,
  commonVhost,
  alb,
  elb,
  s3,
  cloudfront,
  iis,
  caddy,
  traefikJson,
  cloudfrontJson,
  cloudflare,
  vercel,
  netlify,
  fastly,
  nginxJson,
];

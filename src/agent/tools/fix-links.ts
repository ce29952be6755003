import { z } from "zod";
import type { FixLinksReport } from "../../docs/index.ts";
import { scopeInput } from "./input.ts";

export const fixLinksInput = z.strictObject({ in: scopeInput });

export type FixLinksData = FixLinksReport;

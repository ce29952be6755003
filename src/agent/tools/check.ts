import { z } from "zod";
import type { CheckReport } from "../../docs/index.ts";

export const checkInput = z.strictObject({});

export type CheckData = CheckReport;

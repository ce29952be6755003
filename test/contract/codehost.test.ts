import { openLocalHost } from "../support/local-host.ts";
import { describeCodeHost } from "./codehost.ts";

describeCodeHost("the local code host, on a bare repository", () => openLocalHost());
describeCodeHost("the local code host, on a repository with files", () => openLocalHost({ checkout: true }));

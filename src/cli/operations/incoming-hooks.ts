import type { App } from "../../compose.ts";
import type { HostKind } from "./projects.ts";
import { getProject } from "./require-project.ts";

export interface CreatedIncomingHook {
  readonly host: HostKind;
  /** The URL to enter at the code host. */
  readonly url: string;
  readonly secret: string;
}

export interface IncomingHooksOperations {
  /** `rotate` replaces the existing secret. */
  "webhook.incoming": (input: {
    projectId: string;
    host: HostKind;
    rotate: boolean;
  }) => Promise<CreatedIncomingHook>;
  "webhook.incoming.list": (input: {
    projectId: string;
  }) => Promise<readonly { host: string; createdAt: number }[]>;
  "webhook.incoming.remove": (input: { projectId: string; host: HostKind }) => Promise<boolean>;
}

export function incomingHooksOperations(app: App): IncomingHooksOperations {
  const { host: name, port, baseUrl } = app.config;
  return {
    async "webhook.incoming"({ projectId, host, rotate }) {
      const { id } = await getProject(app, projectId);
      const { secret } = rotate ? await app.hooks.rotate(id, host) : await app.hooks.make(id, host);
      return { host, url: `${baseUrl ?? `http://${name}:${port}`}/v1/hooks/${host}/${id}`, secret };
    },
    async "webhook.incoming.list"({ projectId }) {
      return app.hooks.list((await getProject(app, projectId)).id);
    },
    async "webhook.incoming.remove"({ projectId, host }) {
      return app.hooks.remove((await getProject(app, projectId)).id, host);
    },
  };
}

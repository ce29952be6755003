import type { App } from "../../compose.ts";
import { getProject } from "./require-project.ts";

interface CreatedWebhook {
  readonly webhook: WebhookRow;
  readonly secret: string;
}

type WebhookRow = Awaited<ReturnType<App["webhooks"]["list"]>>[number];
type DeliveryRow = Awaited<ReturnType<App["webhooks"]["deliveries"]>>[number];

export interface WebhooksOperations {
  "webhook.add": (input: {
    projectId: string;
    url: string;
    events?: readonly string[];
  }) => Promise<CreatedWebhook>;
  "webhook.rotate": (input: { projectId: string; id: string }) => Promise<CreatedWebhook>;
  "webhook.list": (input: { projectId: string }) => Promise<readonly WebhookRow[]>;
  "webhook.log": (input: { projectId: string; id: string }) => Promise<readonly DeliveryRow[]>;
  "webhook.test": (input: { projectId: string; id: string }) => Promise<void>;
  "webhook.enable": (input: { projectId: string; id: string; enabled: boolean }) => Promise<WebhookRow>;
  "webhook.remove": (input: { projectId: string; id: string }) => Promise<boolean>;
}

export function webhooksOperations(app: App): WebhooksOperations {
  return {
    async "webhook.add"({ projectId, ...input }) {
      return app.webhooks.add((await getProject(app, projectId)).id, input);
    },
    async "webhook.rotate"({ projectId, id }) {
      return app.webhooks.rotate((await getProject(app, projectId)).id, id);
    },
    async "webhook.list"({ projectId }) {
      return app.webhooks.list((await getProject(app, projectId)).id);
    },
    async "webhook.log"({ projectId, id }) {
      return app.webhooks.deliveries((await getProject(app, projectId)).id, id);
    },
    async "webhook.test"({ projectId, id }) {
      await app.webhooks.sendTest((await getProject(app, projectId)).id, id);
    },
    async "webhook.enable"({ projectId, id, enabled }) {
      return app.webhooks.setEnabled((await getProject(app, projectId)).id, id, enabled);
    },
    async "webhook.remove"({ projectId, id }) {
      return app.webhooks.remove((await getProject(app, projectId)).id, id);
    },
  };
}

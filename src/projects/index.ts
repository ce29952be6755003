export type { AddressGuard, AddressSource, PinnedAddress } from "./address-guard.ts";
export type { ApiKey, ApiKeyId, Scope } from "./api-key.ts";
export type { Project, ProjectId } from "./project.ts";
export type { AuthenticatedKey, CreateKey, CreateProject, Projects } from "./projects.ts";

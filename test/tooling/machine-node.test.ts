import { afterEach, expect, test, vi } from "vitest";
import { machineEnvironment } from "../support/machine-node.ts";

afterEach(() => vi.unstubAllEnvs());

test("the machine's environment contains npm's registry settings, and nothing else from npm and vitest", () => {
  const kept = {
    NODE_EXTRA_CA_CERTS: "/etc/ssl/private-ca.pem",
    npm_config_cache: "/var/cache/npm",
    npm_config_cafile: "/etc/ssl/private-ca.pem",
    npm_config_https_proxy: "http://proxy.example.com:3128",
    npm_config_userconfig: "/home/ada/.npmrc",
  };
  const dropped = {
    INIT_CWD: "/srv",
    NODE_OPTIONS: "--no-warnings",
    VITEST_POOL_ID: "1",
    // The same setting is in the project's .npmrc.
    npm_config_legacy_peer_deps: "true",
    npm_config_local_prefix: "/srv",
    npm_lifecycle_event: "test",
  };
  for (const [name, value] of Object.entries({ ...kept, ...dropped })) vi.stubEnv(name, value);
  vi.stubEnv("NPM_CONFIG_REGISTRY", "https://registry.example.com/");
  const environment = machineEnvironment();
  expect(environment).toMatchObject({ ...kept, npm_config_registry: "https://registry.example.com/" });
  for (const name of [...Object.keys(dropped), "NPM_CONFIG_REGISTRY"])
    expect(environment).not.toHaveProperty(name);
});

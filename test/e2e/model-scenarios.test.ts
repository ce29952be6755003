import { expect, it } from "vitest";
import {
  describeScenarios,
  isSilent,
  scenariosOfProviders,
} from "../support/model-server/describe-scenarios.ts";

it("plays at least a hundred", () => {
  expect(scenariosOfProviders.length).toBeGreaterThanOrEqual(100);
});

// Scenarios with a model that stalls take longer, and are in test/long.
describeScenarios(scenariosOfProviders.filter((scenario) => !isSilent(scenario)));

export { type AddressBooks, createAddressBooks } from "./address-books.ts";
export { createOpportunities, type Opportunities } from "./create-opportunities.ts";
export {
  foundReasons,
  needsModel,
  type Opportunity,
  type OpportunityStatus,
  opportunityStatuses,
  type Proposal,
} from "./opportunity.ts";
export { createAddressBookRunner, type ReadAddresses } from "./runner.ts";

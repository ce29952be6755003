import { type RawBuilder, sql } from "kysely";

/**
 * Selects invitations and password reset links that were created by an owner or on the command line. Only owners may
 * create them, so a link is void once its creator is no longer an owner. This is checked whenever a link is used or
 * listed.
 */
export function isIssuerOwner(): RawBuilder<boolean> {
  return sql<boolean>`(created_by is null or created_by in (select id from people where is_owner = 1))`;
}

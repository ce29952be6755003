import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { useSettled } from "../ui/settled.ts";

export type AddressChange = Readonly<Record<string, string | null>>;

interface Address {
  readonly params: URLSearchParams;
  readonly change: (by: AddressChange) => void;
}

/**
 * What a screen shows, as its address says it: a link for every state. `change` writes names to values, and takes out
 * those that are null or empty; what stands behind the # stays.
 */
export function useAddress(): Address {
  const [path, navigate] = useLocation();
  const params = new URLSearchParams(useSearch());
  const change = useCallback(
    (by: AddressChange) => {
      const next = new URLSearchParams(location.search);
      for (const [name, value] of Object.entries(by)) {
        if (value === null || value === "") next.delete(name);
        else next.set(name, value);
      }
      const query = next.toString();
      navigate(`${path}${query === "" ? "" : `?${query}`}${location.hash}`, { replace: true });
    },
    [path, navigate],
  );
  return { params, change };
}

const settleMs = 200;

/**
 * A field whose text the address keeps under `name`, as `tidy` makes it. It is written there once no key was pressed for
 * a moment, together with what `along` says: no letter alone asks the service for anything. Where a link changes the
 * address, the field follows.
 */
export function useAddressText(
  name: string,
  options: { readonly tidy?: (text: string) => string; readonly along?: AddressChange } = {},
): { readonly text: string; readonly type: (text: string) => void } {
  const { tidy = (text: string) => text.trim(), along = {} } = options;
  const { params, change } = useAddress();
  const kept = params.get(name) ?? "";
  const [text, type] = useState(kept);
  const settled = tidy(useSettled(text, settleMs));
  /** What this field and the address last agreed on. */
  const agreed = useRef(kept);
  useEffect(() => {
    if (settled === agreed.current) return;
    agreed.current = settled;
    change({ ...along, [name]: settled });
  }, [settled]);
  useEffect(() => {
    if (kept === agreed.current) return;
    agreed.current = kept;
    type(kept);
  }, [kept]);
  return { text, type };
}

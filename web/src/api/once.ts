import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { call } from "./call.ts";

interface Instruction {
  readonly prompt: string;
  readonly files?: readonly File[];
}

/**
 * Posts an instruction that starts work. If the response is lost, sending the same body again uses the same
 * `Idempotency-Key`, so that the work starts only once. Once a response has arrived, sending the same body again starts new work.
 */
export function usePostOnce<Answer>(path: string, onSuccess: (answer: Answer, body: Instruction) => unknown) {
  const sent = useRef<{ readonly text: string; readonly key: string } | null>(null);
  return useMutation({
    mutationFn({ files = [], ...fields }: Instruction) {
      const named = files.map(({ name, size, lastModified }) => [name, size, lastModified]);
      const text = JSON.stringify([fields, named]);
      if (sent.current?.text !== text) sent.current = { text, key: newKey() };
      const body = files.length === 0 ? fields : formOf(fields, files);
      return call<Answer>(path, { body, headers: { "idempotency-key": sent.current.key } });
    },
    onSuccess(answer, body) {
      sent.current = null;
      return onSuccess(answer, body);
    },
  });
}

function formOf(fields: object, files: readonly File[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  for (const file of files) form.append("files", file);
  return form;
}

/** `crypto.randomUUID` exists only on https and localhost. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

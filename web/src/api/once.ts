import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { call } from "./call.ts";

/** What begins work, with whatever goes with it. */
interface Instruction {
  readonly prompt: string;
}

/**
 * Posts to what begins work. Where the answer is lost on the way, the same body goes with the same `Idempotency-Key`
 * when it is sent again, so that it begins once; what is sent after an answer begins anew.
 */
export function usePostOnce<Answer>(path: string, onSuccess: (answer: Answer, body: Instruction) => unknown) {
  const sent = useRef<{ readonly text: string; readonly key: string } | null>(null);
  return useMutation({
    mutationFn(body: Instruction) {
      const text = JSON.stringify(body);
      if (sent.current?.text !== text) sent.current = { text, key: newKey() };
      return call<Answer>(path, { body, headers: { "idempotency-key": sent.current.key } });
    },
    onSuccess(answer, body) {
      sent.current = null;
      return onSuccess(answer, body);
    },
  });
}

/** `crypto.randomUUID` is there on https and localhost alone. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

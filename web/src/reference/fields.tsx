import type { ReactNode } from "react";
import { type ApiDocument, objectIn, type Schema, typeOf } from "./document.ts";
import { RichText } from "./rich-text.tsx";

const depthMax = 6;

/** Shows the properties of an object. The properties of nested objects are folded. */
export function Fields({
  api,
  schema,
  depth = 0,
}: {
  readonly api: ApiDocument;
  readonly schema: Schema;
  readonly depth?: number;
}) {
  const object = objectIn(api, schema);
  if (object?.properties === undefined)
    return <p className="text-sm text-quiet">{schema.description ?? typeOf(schema)}</p>;
  const required = new Set(object.required);
  return (
    <ul className="divide-y divide-line">
      {Object.entries(object.properties).map(([name, property]) => {
        const inside = depth < depthMax ? objectIn(api, property) : null;
        return (
          <li key={name} className="py-2.5">
            <FieldHead name={name} schema={property} isRequired={required.has(name)} />
            {inside !== null && (
              <details className="mt-1.5">
                <summary className="w-fit rounded text-sm text-accent">
                  Fields<span className="sr-only"> of {name}</span>
                </summary>
                <div className="mt-1 border-l border-line pl-4">
                  <Fields api={api} schema={inside} depth={depth + 1} />
                </div>
              </details>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** A field or parameter: its name, type and description. */
export function FieldHead({
  name,
  schema,
  isRequired,
  description = schema.description,
  children,
}: {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
  readonly description?: string | undefined;
  readonly children?: ReactNode;
}) {
  const values = schema.enum ?? schema.items?.enum;
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <code className="font-mono text-sm font-medium wrap-anywhere">{name}</code>
        <span className="text-xs text-quiet">{typeOf(schema)}</span>
        {isRequired && <span className="text-xs font-medium text-warn">required</span>}
      </p>
      {description !== undefined && <RichText text={description} className="mt-0.5 text-sm text-quiet" />}
      {values !== undefined && (
        <p className="mt-1 flex flex-wrap gap-1">
          {values.map((value) => (
            <code
              key={String(value)}
              className="rounded bg-sunken px-1.5 py-0.5 font-mono text-xs text-quiet wrap-anywhere"
            >
              {String(value)}
            </code>
          ))}
        </p>
      )}
      {children}
    </>
  );
}

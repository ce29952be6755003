/** Renders a description, whose only formatting is paragraphs and code in backticks. */
export function RichText({ text, className = "" }: { readonly text: string; readonly className?: string }) {
  return text.split(/\n{2,}/u).map((paragraph) => (
    <p key={paragraph} className={className}>
      {paragraph.split(/(`[^`]+`)/u).map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          <code key={index} className="rounded bg-sunken px-1 py-0.5 font-mono text-[0.88em] wrap-anywhere">
            {part.slice(1, -1)}
          </code>
        ),
      )}
    </p>
  ));
}

/** The keys of a shortcut, separated by spaces: `g j`. */
export function Keys({ keys }: { readonly keys: string }) {
  return (
    <span className="flex flex-none gap-1">
      {keys.split(" ").map((key) => (
        <kbd
          key={key}
          className="min-w-6 rounded border border-line-strong bg-sunken px-1.5 text-center font-sans text-xs leading-5 text-quiet"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}

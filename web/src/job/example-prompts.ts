/** Instructions that make a change on every site, even without a language model. */
export const examplePrompts = {
  job: 'Add a page "Glossary" with the text: Terms that these docs use.',
  followUp: 'Also add a page "Contact" with the text: Tell us if something is missing.',
} as const;

/** The Markdown pages of this repository, as patterns for `globSync`. */
export const ourPages = ["*.md", "{bin,docs,packages,scripts,src,test,web}/**/*.md"];
export const thirdParty = ["**/node_modules/**", "**/fixtures/**", "**/dist/**"];

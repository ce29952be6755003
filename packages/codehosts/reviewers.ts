/** Splits a project's reviewers into people, by name, and teams, as `organization/team`. */
export function partedReviewers(reviewers: readonly string[]) {
  const people = reviewers.filter((name) => !name.includes("/"));
  const teams = reviewers.flatMap((name) => {
    const [, team] = name.split("/");
    return team === undefined ? [] : [{ name, team }];
  });
  return { people, teams };
}

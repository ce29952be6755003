/**
 * The script that pages load with `<script defer src="…/script.js" data-project="prj_…"></script>` (R50). Its variable
 * names are short because a test limits the script to 700 bytes gzipped.
 *
 * - A view is recorded when a page is shown (after loading, or after activation if it was prerendered), when the
 *   history API or the Navigation API changes its path, and when it is restored from the back/forward cache. With
 *   `data-hash`, a path that follows `#` is part of the page's path.
 * - A `fetch` with `keepalive` outlives the page. Views that the service could not accept (429, 5xx, no connection) stay
 *   in `n`, and are sent again after 30 seconds, with the next view, or when the visitor leaves the page. After nine
 *   minutes they are dropped, because the service would no longer trust their time and could count them twice.
 * - The status of the page, by which missing pages are recognized (R74), is in `data-status` or, in browsers that report
 *   it, in the page's navigation timing.
 * - Modules have no `currentScript`. If a page loads the script twice, the second one does nothing.
 * - `self[c]`, a function named after the project ID, sends a search or feedback (R70) in the same way as a view:
 *   `self.prj_…({ type: "feedback", path: "/guide", helpful: true })`.
 * - Text needs no CORS preflight. Nothing is stored, and the script does nothing for visitors with Global
 *   Privacy Control.
 * - If the address contains `docwright=`, `ownVisitsScript` is loaded instead, and no view is recorded. Views carry
 *   what that script stored (`x`), so that the service can exclude these views and report how many it excluded (R58).
 */
export const collectScript = `{let t=document,o=t.currentScript||t.querySelector("script[data-project]"),{project:c,hash:f,status:v}=o?.dataset||0,r=t.referrer,n=[],i,x,s=async()=>{let e=n.filter(e=>Date.now()-e.t<54e4).slice(-20);n=[];try{if(e[0]&&(await fetch(new URL("v1/collect/"+c,o.src),{body:JSON.stringify(e),method:"POST",keepalive:1})).status>428)throw 0}catch{n=[...e,...n];setTimeout(s,3e4)}},p=e=>{let u=(""+location).replace(f==null?" ":/\\/?(\\?[^#]*)?#!?\\//,"/").split(/[?#]/)[0];u==i||h({u,r,s:e|0},r=i=u)},h=e=>s(n.push({x,...e,t:Date.now()})),a=(y,e,l=self)=>l.addEventListener(y,e),w=()=>p(v||performance.getEntriesByType("navigation")[0]?.responseStatus);if(c&&!self[c]&&!navigator.globalPrivacyControl)if(/[?&]docwright=/.test(location))import(o.src+"?x");else{self[c]=h;try{x=localStorage.docwright}catch{}["pushState","replaceState"].map(a=>{let l=history[a];history[a]=(...e)=>p(l.apply(history,e))});a("pagehide",s);a("pageshow",a=>a.persisted&&p(i=0));a("popstate",p);a("currententrychange",p,self.navigation);t.prerendering?a("prerenderingchange",w,t):w()}}`;

/**
 * A module that `collectScript` loads on pages with `?docwright=ignore` or `?docwright=count` (R58). It stores the
 * choice in this browser, for this site only, and reloads the page without the parameter. This is the only thing that
 * is ever stored, and only because a person asked for it.
 */
export const ownVisitsScript = `const here = new URL(location.href);
const choice = here.searchParams.get("docwright");
if (choice === "ignore" || choice === "count") {
  try {
    if (choice === "ignore") localStorage.docwright = choice;
    else localStorage.removeItem("docwright");
    alert(choice === "ignore" ? "Visits from this browser to " + here.host + " are no longer counted." : "Visits from this browser to " + here.host + " are counted again.");
  } catch {
    alert("This browser does not store data for " + here.host + ", so its visits are still counted. Exclude its IP address instead.");
  }
  here.searchParams.delete("docwright");
  location.replace(here);
}
`;

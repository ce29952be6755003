/**
 * The script that pages load with `<script defer src="…/script.js" data-project="prj_…"></script>` (R50). Its variable
 * names are short because a test limits the script to 700 bytes gzipped.
 *
 * - A view is recorded when a page is shown (after loading, or after activation if it was prerendered), when the
 *   history API or the Navigation API changes its path, and when it is restored from the back/forward cache. With
 *   `data-hash`, a path that follows `#` is part of the page's path.
 * - A `fetch` with `keepalive` outlives the page. Views that the service could not accept (429, 5xx, no connection) stay
 *   in `q`, and are sent again after 30 seconds, with the next view, or when the visitor leaves the page. After nine
 *   minutes they are dropped, because the service would no longer trust their time and could count them twice.
 * - Modules have no `currentScript`. If a page loads the script twice, the second one does nothing.
 * - `self[p]`, a function named after the project ID, sends a search or feedback (R70) like a view: `self.prj_…({ type:
 *   "feedback", path: "/guide", helpful: true })`.
 * - Text needs no CORS preflight. Nothing is stored, and the script does nothing for visitors with Global
 *   Privacy Control.
 * - If the address contains `docwright=`, `ownVisitsScript` is loaded instead, and no view is recorded. Views carry
 *   what that script stored (`x`), so that the service can exclude these views and report how many it excluded (R58).
 */
export const collectScript = `{let d=document,s=d.currentScript||d.querySelector("script[data-project]"),{project:p,hash:m}=s?.dataset||{},r=d.referrer,q=[],o,x,f=async()=>{let c=q.filter(c=>Date.now()-c.t<54e4).slice(-20);q=[];try{if(c[0]&&(await fetch(new URL("v1/collect/"+p,s.src),{body:JSON.stringify(c),method:"POST",keepalive:1})).status>428)throw 0}catch{q=[...c,...q];setTimeout(f,3e4)}},v=c=>{let u=(""+location).replace(m==null?" ":/\\/?(\\?[^#]*)?#!?\\//,"/").split(/[?#]/)[0];u==o||w({u,r,s:c|0},r=o=u)},w=c=>f(q.push({x,...c,t:Date.now()})),e=(k,c,t=self)=>t.addEventListener(k,c),b=()=>v(performance.getEntriesByType("navigation")[0]?.responseStatus);if(p&&!self[p]&&!navigator.globalPrivacyControl)if(/[?&]docwright=/.test(location))import(s.src+"?x");else{self[p]=w;try{x=localStorage.docwright}catch{}["pushState","replaceState"].map(e=>{let t=history[e];history[e]=(...c)=>v(t.apply(history,c))});e("pagehide",f);e("pageshow",e=>e.persisted&&v(o=0));e("popstate",v);e("currententrychange",v,self.navigation);d.prerendering?e("prerenderingchange",b,d):b()}}`;

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

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
 * - Text needs no CORS preflight. Nothing is stored, and the script does nothing for visitors with Global
 *   Privacy Control.
 */
export const collectScript = `(()=>{let w=self,d=document,h=history,s=d.currentScript||d.querySelector("script[data-project]"),{project:p,hash:m}=s?s.dataset:{},q=[],o,r=d.referrer;
if(!p||w[p]||navigator.globalPrivacyControl)return;w[p]=1;
let f=()=>{let c=q.filter(v=>Date.now()-v.t<54e4).slice(-20);q=[];c[0]&&fetch(new URL("v1/collect/"+p,s.src),{method:"POST",body:JSON.stringify(c),keepalive:!0}).then(x=>{if(/429|^5/.test(x.status))throw 0}).catch(()=>{q=c.concat(q);setTimeout(f,3e4)})},v=c=>{let u=location.href;if(m!=null)u=u.replace(/\\/?(\\?[^#]*)?#!?\\//,"/");u=u.split(/[?#]/)[0];if(u==o)return;q.push({u,r,t:Date.now(),s:c|0});o=r=u;f()},z=()=>v(),y=k=>{let m=h[k];h[k]=function(){m.apply(this,arguments);v()}},e=(t,k,g)=>t&&t.addEventListener(k,g);
y("pushState");y("replaceState");e(w,"popstate",z);e(w.navigation,"currententrychange",z);e(w,"pagehide",f);e(w,"pageshow",e=>e.persisted&&v(o=0));
let b=()=>v(performance.getEntriesByType("navigation")[0]?.responseStatus);d.prerendering?e(d,"prerenderingchange",b):b()})()
`;

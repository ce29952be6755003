/**
 * What a page loads with `<script defer src="…/script.js" data-project="prj_…"></script>` (R50). At most 700 bytes
 * gzipped, which a test holds it to, so its names are short:
 *
 * - A view is told when a page is shown: after it was loaded, or activated where it was prerendered; when the history
 *   API changes its path; when it comes back out of the browser's cache of pages.
 * - `sendBeacon` outlives the page. What the browser would not take (`false`) stays in `q` and is told with the next
 *   view, or when the page is left.
 * - Who turned beacons off has no `sendBeacon`: calling it would throw into the site's own navigation.
 * - Text needs no preflight across origins. Nothing is stored, and nothing at all happens for visitors who send the
 *   Global Privacy Control.
 */
export const collectScript = `(()=>{let d=document,n=navigator,l=location,s=d.currentScript,p=s&&s.dataset.project,q=[],o,r=d.referrer,h=history;
if(!p||n.globalPrivacyControl)return;
let a=new URL("v1/collect/"+p,s.src),f=()=>{let b=JSON.stringify(q);q[0]&&(n.sendBeacon?n.sendBeacon(a,b):fetch(a,{method:"POST",body:b,mode:"no-cors",keepalive:!0}).catch(()=>{}))&&(q=[])},v=(c)=>{let u=l.href.split(/[?#]/)[0];if(u==o)return;q.length>19&&q.shift();q.push({u,r,t:Date.now(),s:c||0});o=r=u;f()},w=k=>{let m=h[k];h[k]=function(){m.apply(this,arguments);v()}};
w("pushState");w("replaceState");addEventListener("popstate",()=>v());addEventListener("pagehide",f);addEventListener("pageshow",e=>{if(e.persisted){o=0;v()}});
let b=()=>v((performance.getEntriesByType("navigation")[0]||{}).responseStatus);d.prerendering?d.addEventListener("prerenderingchange",b,{once:!0}):b()})()
`;

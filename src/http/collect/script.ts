/**
 * The script that pages load with `<script defer src="…/script.js" data-project="prj_…"></script>` (R50). Its variable
 * names are short because a test limits the script to 700 bytes gzipped.
 *
 * - A view is recorded when a page is shown (after loading, or after activation if it was prerendered), when the
 *   history API changes its path, and when it is restored from the back/forward cache.
 * - A request sent with `sendBeacon` outlives the page. Views that the browser refuses to queue (`false`) stay in `q`
 *   and are sent with the next view, or when the visitor leaves the page.
 * - If a visitor has turned beacons off, `sendBeacon` is missing, and calling it would break the site's
 *   navigation.
 * - Text needs no CORS preflight. Nothing is stored, and the script does nothing for visitors with Global
 *   Privacy Control.
 */
export const collectScript = `(()=>{let d=document,n=navigator,l=location,s=d.currentScript,p=s&&s.dataset.project,q=[],o,r=d.referrer,h=history;
if(!p||n.globalPrivacyControl)return;
let a=new URL("v1/collect/"+p,s.src),f=()=>{let b=JSON.stringify(q);q[0]&&(n.sendBeacon?n.sendBeacon(a,b):fetch(a,{method:"POST",body:b,mode:"no-cors",keepalive:!0}).catch(()=>{}))&&(q=[])},v=(c)=>{let u=l.href.split(/[?#]/)[0];if(u==o)return;q.length>19&&q.shift();q.push({u,r,t:Date.now(),s:c||0});o=r=u;f()},w=k=>{let m=h[k];h[k]=function(){m.apply(this,arguments);v()}};
w("pushState");w("replaceState");addEventListener("popstate",()=>v());addEventListener("pagehide",f);addEventListener("pageshow",e=>{if(e.persisted){o=0;v()}});
let b=()=>v((performance.getEntriesByType("navigation")[0]||{}).responseStatus);d.prerendering?d.addEventListener("prerenderingchange",b,{once:!0}):b()})()
`;

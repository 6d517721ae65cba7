/** How does the report look on a screen and on paper? Every sheet begins a page; nothing depends on background colours. */
export const STYLE = `
@page { margin: 14mm }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem; color: #1d2530; background: #fff;
  font: 14px/1.5 Helvetica, Arial, sans-serif }
h1 { font-size: 1.6rem; margin: 0 }
h2 { font-size: 1.2rem; margin: 0 0 .6rem; border-bottom: 2px solid #3d4650 }
header p { margin: .2rem 0 0; color: #5f6b63 }
section { margin-top: 2.5rem; break-before: page }
figure { margin: 0 0 .8rem; break-inside: avoid }
figure svg { display: block; width: 100%; height: auto; max-height: 120mm }
figcaption { color: #5f6b63; font-size: .85rem }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: .5rem 1.2rem; margin: 1rem 0 }
dt { color: #5f6b63; font-size: .8rem }
dd { margin: 0; font-variant-numeric: tabular-nums }
table { width: 100%; border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums }
caption { text-align: left; font-weight: bold; padding-bottom: .2rem }
th, td { text-align: left; padding: .2rem .6rem .2rem 0; border-bottom: 1px solid #d5dade; overflow-wrap: anywhere }
thead { display: table-header-group }
tr { break-inside: avoid }
@media print { body { padding: 0; max-width: none } section { margin-top: 0 } }
`;

'use strict';
// Makes the tables of a page sortable, filters their rows, saves them as CSV, and unfolds what is printed.
document.documentElement.classList.add('has-script');
function keyOf(cell) {
  const key = cell.dataset.key ?? cell.textContent.trim();
  return key !== '' && !isNaN(key) ? Number(key) : key;
}
function compare(a, b) {
  if (typeof a === typeof b) return a < b ? -1 : a > b ? 1 : 0;
  return typeof a === 'number' ? -1 : 1;
}
for (const table of document.querySelectorAll('table.sorted')) {
  const body = table.tBodies[0],
    heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = head.textContent;
    // Browsers print a button on the first page of a table only.
    const printed = document.createElement('span');
    printed.className = 'printed';
    printed.textContent = head.textContent;
    head.replaceChildren(button, printed);
    button.onclick = () => {
      const isDown = head.getAttribute('aria-sort') === 'ascending';
      heads.forEach((other) => other.removeAttribute('aria-sort'));
      head.setAttribute('aria-sort', isDown ? 'descending' : 'ascending');
      const rows = [...body.rows].map((row) => [keyOf(row.cells[column]), row]);
      rows.sort((a, b) => (isDown ? -1 : 1) * compare(a[0], b[0]));
      body.append(...rows.map((entry) => entry[1]));
    };
  });
}
for (const input of document.querySelectorAll('input[data-filters]')) {
  const table = document.getElementById(input.dataset.filters),
    said = document.getElementById(input.dataset.filters + '-count');
  input.oninput = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of table.tBodies[0].rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
      shown += !row.hidden;
    }
    said.textContent = shown + ' of ' + table.tBodies[0].rows.length + ' rows';
  };
}

// As sapper writes CSV: quoted where necessary, and an apostrophe before what a spreadsheet would run.
function csvField(cell) {
  const key = cell.dataset?.key ?? cell.textContent.trim();
  const text = cell.dataset?.key === undefined && isNaN(key) && /^[=+\-@'\t\r]/.test(key) ? "'" + key : key;
  return /[",\r\n]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
}
for (const button of document.querySelectorAll('button[data-saves]')) {
  const table = document.getElementById(button.dataset.saves);
  button.onclick = () => {
    const rows = [...table.tBodies[0].rows].filter((row) => !row.hidden),
      heads = [...table.tHead.rows[0].cells].map((head) => csvField(head.querySelector('.printed') ?? head));
    const lines = [heads, ...rows.map((row) => [...row.cells].map(csvField))].map((fields) => fields.join(','));
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([lines.join('\r\n') + '\r\n'], {type: 'text/csv'}));
    link.download = button.dataset.saves + '.csv';
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  };
}
const folds = [...document.querySelectorAll('details.fold')];
let unfolded = [];
addEventListener('beforeprint', () => {
  if (!document.getElementById('prints-all')?.checked) return;
  unfolded = folds.filter((fold) => !fold.open);
  for (const fold of unfolded) fold.open = true;
});
addEventListener('afterprint', () => {
  for (const fold of unfolded) fold.open = false;
  unfolded = [];
});
// A link to a section opens what it folds.
addEventListener('click', (event) => {
  const target = event.target.closest?.('nav a[href^="#"]');
  const fold = target && document.getElementById(target.hash.slice(1))?.querySelector('details.fold');
  if (fold) fold.open = true;
});

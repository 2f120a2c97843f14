// Says the value of a figure's point: the one nearest to the pointer, or the one that the arrow keys reach.
for (const area of document.querySelectorAll('figure .scroll')) {
  const spots = [...area.querySelectorAll('.spots circle')],
    said = area.parentElement.querySelector('.value');
  if (!spots.length || !said) continue;
  const places = spots.map((spot) => ({x: spot.cx.baseVal.value, y: spot.cy.baseVal.value}));
  const svg = area.querySelector('svg');
  let shown = -1;
  const show = (next) => {
    spots[shown]?.classList.remove('shown');
    shown = next;
    spots[shown]?.classList.add('shown');
    said.textContent = shown < 0 ? 'Arrow keys or pointer: values.' : spots[shown].textContent;
  };
  const nearest = (distance) => {
    let found = -1,
      least = Infinity;
    places.forEach((place, i) => {
      const at = distance(place, i);
      if (at < least) [found, least] = [i, at];
    });
    return found;
  };
  // The next point above or below, at this x if there is one.
  const vertical = (by) => {
    const here = places[shown];
    return nearest((place, i) => {
      const rise = by * (place.y - here.y);
      return i === shown || rise < 0 || (rise === 0 && by * (i - shown) < 0)
        ? Infinity
        : rise + 10 * Math.abs(place.x - here.x);
    });
  };
  svg.addEventListener('pointermove', (event) => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const reach = 25;
    const found = nearest((place) => {
      const distance = Math.hypot(place.x - at.x, place.y - at.y);
      return distance < reach ? distance : Infinity;
    });
    if (found >= 0 && found !== shown) show(found);
  });
  area.addEventListener('keydown', (event) => {
    const moves = {
      ArrowLeft: () => Math.max(shown - 1, 0),
      ArrowRight: () => Math.min(shown + 1, spots.length - 1),
      ArrowUp: () => vertical(-1),
      ArrowDown: () => vertical(1),
      Home: () => 0,
      End: () => spots.length - 1,
    };
    if (event.ctrlKey || event.metaKey || event.altKey || !moves[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    const next = shown < 0 ? 0 : moves[event.key]();
    if (next >= 0) show(next);
  });
  show(-1);
}

/** Draws a map of points, by how high the sun is there. Its unit is a degree. */

import { altitudeAt, type CitySun, type Place } from '../sun.js';
import { FIRST, LAND, STEP } from './land.js';

/** The northern edge of the map. */
const TOP = 84;

/** Degrees of the sun below the horizon at which it is night: the end of civil twilight. */
const NIGHT = -6;

const POINTS: readonly Place[] = LAND.flatMap((line, row) =>
  line
    .split('')
    .flatMap((char, column) =>
      char === '#' ? { latitude: FIRST.latitude - row * STEP, longitude: FIRST.longitude + column * STEP } : [],
    ),
);

/** Draws the map. `sun` is where it is overhead. */
export function drawMap(svg: SVGSVGElement, sun: Place, cities: readonly CitySun[]): void {
  const dots = { day: '', twilight: '', night: '' };
  for (const point of POINTS) {
    const altitude = altitudeAt(point, sun);
    // A line of no length is a round dot.
    dots[altitude > 0 ? 'day' : altitude > NIGHT ? 'twilight' : 'night'] += `M${x(point)},${y(point)}h0`;
  }
  svg.replaceChildren(
    shape('path', { class: 'shadow', d: shadow(sun) }),
    ...Object.entries(dots).map(([name, d]) => shape('path', { class: `dots ${name}`, d })),
    shape('circle', { class: 'sun', cx: x(sun), cy: y(sun), r: 4 }),
    ...cities.map((city) => {
      const marker = shape('circle', {
        class: altitudeAt(city, sun) > 0 ? 'city light' : 'city dark',
        cx: x(city),
        cy: y(city),
        r: 1.8,
      });
      const title = shape('title', {});
      title.textContent = city.name;
      marker.append(title);
      return marker;
    }),
  );
}

/** Returns the outline of the night: the latitude of the horizon at each longitude, and the pole that is dark. */
function shadow(sun: Place): string {
  // At an equinox, it is a meridian at every latitude.
  const tilt = Math.abs(sun.latitude) < 0.1 ? 0.1 : sun.latitude;
  const edge: string[] = [];
  for (let longitude = -180; longitude <= 180; longitude += 2) {
    const angle = ((longitude - sun.longitude) * Math.PI) / 180;
    const latitude = (Math.atan(-Math.cos(angle) / Math.tan((tilt * Math.PI) / 180)) * 180) / Math.PI;
    edge.push(`${x({ latitude, longitude })},${y({ latitude, longitude })}`);
  }
  const pole = y({ latitude: tilt > 0 ? -90 : 90, longitude: 0 });
  return `M0,${pole}L${edge.join('L')}L360,${pole}Z`;
}

function x({ longitude }: Place): number {
  return Math.round((longitude + 180) * 10) / 10;
}

function y({ latitude }: Place): number {
  return Math.round((TOP - latitude) * 10) / 10;
}

function shape(name: string, attributes: { readonly [name: string]: string | number }): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

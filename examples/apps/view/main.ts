/** The page of the app: shows the result of the tool on a map, and calls it again for another time. */

import { connectView } from '@mcp-gen/apps/view';
import { sunAt, type CitySun, type SunReport } from '../sun.js';
import { drawMap } from './map.js';

const status = element('status', HTMLElement);
const map = element('map', SVGSVGElement);
const date = element('date', HTMLInputElement);
const hour = element('hour', HTMLInputElement);
const now = element('now', HTMLButtonElement);
const rows = element('rows', HTMLElement);

let cities: readonly CitySun[] = [];

const view = await connectView({ name: 'sun', version: '1.0.0' });
view.onResult(show);
view.onCancelled(() => {
  status.textContent = 'The call was cancelled';
});

// The map follows at once. The cities come from the tool, which a host may ask its user about.
for (const control of [date, hour]) {
  control.addEventListener('input', () => {
    hour.setAttribute('aria-valuetext', clock(chosen(), 'UTC'));
    if (date.validity.valid) drawMap(map, sunAt(chosen()), cities);
  });
  control.addEventListener('change', () => {
    if (date.validity.valid) void call(chosen());
  });
}
now.addEventListener('click', () => void call(Date.now()));

async function call(time: number): Promise<void> {
  try {
    show(await view.callTool('sun', { time: new Date(time).toISOString() }));
    if (view.capabilities.updateModelContext === undefined) return;
    await view.updateModelContext({ content: [{ type: 'text', text: `The map shows: ${status.textContent}` }] });
  } catch (error) {
    status.textContent = error instanceof Error ? error.message : String(error);
  }
}

function show({ isError, content, structuredContent }: Awaited<ReturnType<typeof view.callTool>>): void {
  if (isError === true || structuredContent === undefined) {
    status.textContent = content.map((block) => (block.type === 'text' ? block.text : '')).join(' ');
    return;
  }
  // The tool is a part of the same program.
  const report = structuredContent as SunReport;
  const time = new Date(report.time);
  ({ cities } = report);
  date.value = report.time.slice(0, 10);
  hour.value = String(time.getUTCHours() + time.getUTCMinutes() / 60);
  hour.setAttribute('aria-valuetext', clock(time.getTime(), 'UTC'));
  for (const control of [date, hour, now]) control.disabled = false;
  const day = time.toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' });
  const light = cities.filter(({ altitude }) => altitude > 0).length;
  status.textContent = `${day}, ${clock(time.getTime(), 'UTC')} UTC: it is day in ${light} of ${cities.length} cities.`;
  drawMap(map, report.sun, cities);
  rows.replaceChildren(...[...cities].sort((a, b) => b.altitude - a.altitude).map(row));
}

function row({ name, altitude, sunrise, sunset, hoursOfDaylight, timeZone }: CitySun): HTMLTableRowElement {
  const row = document.createElement('tr');
  row.append(Object.assign(document.createElement('th'), { scope: 'row', textContent: name }));
  const isLight = hoursOfDaylight > 12;
  for (const text of [
    `${altitude.toFixed(0)}°`,
    sunrise === null ? (isLight ? 'always up' : 'never') : clock(Date.parse(sunrise), timeZone),
    sunset === null ? (isLight ? 'never' : 'always down') : clock(Date.parse(sunset), timeZone),
    `${hoursOfDaylight.toFixed(1)} h`,
  ]) {
    row.insertCell().textContent = text;
  }
  row.className = altitude > 0 ? 'light' : 'dark';
  return row;
}

function chosen(): number {
  return Date.parse(`${date.value}T00:00:00Z`) + hour.valueAsNumber * 3_600_000;
}

function clock(time: number, timeZone: string): string {
  return new Date(time).toLocaleTimeString('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });
}

function element<Kind extends Element>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new Error(`The page has no ${id}`);
}

/** Where the sun is, and what that means for cities. */

/** A point on the earth, in degrees: north and east are positive. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** A city, and the sun there at a time. */
export interface CitySun extends Place {
  readonly name: string;
  readonly timeZone: string;
  /** Degrees above the horizon. */
  readonly altitude: number;
  /** As ISO 8601, of the day around the time; null where it does not rise, or does not set. */
  readonly sunrise: string | null;
  readonly sunset: string | null;
  readonly hoursOfDaylight: number;
}

/** What the tool `sun` returns. */
export interface SunReport {
  /** As ISO 8601. */
  readonly time: string;
  /** Where the sun is overhead. */
  readonly sun: Place;
  readonly cities: readonly CitySun[];
}

const CITIES: readonly (readonly [name: string, latitude: number, longitude: number, timeZone: string])[] = [
  ['Longyearbyen', 78.22, 15.65, 'Arctic/Longyearbyen'],
  ['Reykjavík', 64.15, -21.94, 'Atlantic/Reykjavik'],
  ['Oslo', 59.91, 10.75, 'Europe/Oslo'],
  ['London', 51.51, -0.13, 'Europe/London'],
  ['New York', 40.71, -74.01, 'America/New_York'],
  ['Beijing', 39.9, 116.41, 'Asia/Shanghai'],
  ['Tokyo', 35.68, 139.69, 'Asia/Tokyo'],
  ['Los Angeles', 34.05, -118.24, 'America/Los_Angeles'],
  ['Cairo', 30.04, 31.24, 'Africa/Cairo'],
  ['Honolulu', 21.31, -157.86, 'Pacific/Honolulu'],
  ['Mumbai', 19.08, 72.88, 'Asia/Kolkata'],
  ['Nairobi', -1.29, 36.82, 'Africa/Nairobi'],
  ['São Paulo', -23.55, -46.63, 'America/Sao_Paulo'],
  ['Cape Town', -33.92, 18.42, 'Africa/Johannesburg'],
  ['Sydney', -33.87, 151.21, 'Australia/Sydney'],
];

const HOUR = 3_600_000;
const J2000 = Date.UTC(2000, 0, 1, 12);

/** The altitude of the center of the sun when its upper edge is on the horizon: its radius, and the refraction of the air. */
const HORIZON = -0.833;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const degrees = (angle: number): number => (angle * 180) / Math.PI;
const sin = (angle: number): number => Math.sin(radians(angle));
const cos = (angle: number): number => Math.cos(radians(angle));

/** Returns an angle from -180 to 180. */
const turned = (angle: number): number => angle - 360 * Math.round(angle / 360);

/** Returns where the sun is overhead, to about a hundredth of a degree (the low-precision formulas of the Astronomical Almanac). */
export function sunAt(time: number): Place {
  const days = (time - J2000) / (24 * HOUR);
  const anomaly = 357.529 + 0.985_600_28 * days;
  const longitude = 280.459 + 0.985_647_36 * days + 1.915 * sin(anomaly) + 0.02 * sin(2 * anomaly);
  const tilt = 23.439 - 0.000_000_36 * days;
  const ascension = degrees(Math.atan2(cos(tilt) * sin(longitude), cos(longitude)));
  const sidereal = 280.460_618 + 360.985_647_37 * days;
  return { latitude: degrees(Math.asin(sin(tilt) * sin(longitude))), longitude: turned(ascension - sidereal) };
}

/** Returns how many degrees the sun is above the horizon of a place. */
export function altitudeAt({ latitude, longitude }: Place, sun: Place): number {
  return degrees(
    Math.asin(sin(latitude) * sin(sun.latitude) + cos(latitude) * cos(sun.latitude) * cos(longitude - sun.longitude)),
  );
}

/** Returns the sun over the world at a time. */
export function sunReport(time: number): SunReport {
  const sun = sunAt(time);
  const cities = CITIES.map(([name, latitude, longitude, timeZone]) => {
    const place = { latitude, longitude };
    return { name, timeZone, ...place, altitude: rounded(altitudeAt(place, sun)), ...dayOf(place, sun, time) };
  });
  return {
    time: new Date(time).toISOString(),
    sun: { latitude: rounded(sun.latitude), longitude: rounded(sun.longitude) },
    cities,
  };
}

function dayOf(
  { latitude, longitude }: Place,
  sun: Place,
  time: number,
): Pick<CitySun, 'sunrise' | 'sunset' | 'hoursOfDaylight'> {
  const cosine = (sin(HORIZON) - sin(latitude) * sin(sun.latitude)) / (cos(latitude) * cos(sun.latitude));
  const half = degrees(Math.acos(Math.min(Math.max(cosine, -1), 1))) / 15;
  const noon = time - (turned(longitude - sun.longitude) / 15) * HOUR;
  const isBoth = half > 0 && half < 12;
  return {
    sunrise: isBoth ? new Date(noon - half * HOUR).toISOString() : null,
    sunset: isBoth ? new Date(noon + half * HOUR).toISOString() : null,
    hoursOfDaylight: rounded(2 * half),
  };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

/** A city in which the shop has a store and customers. Degrees, WGS 84. */
export interface City {
  readonly name: string;
  readonly country: string;
  readonly latitude: number;
  readonly longitude: number;
  /** How many customers live there, in proportion. */
  readonly weight: number;
}

/** The cities in the order in which the stores were opened. */
export const CITIES: readonly City[] = [
  { name: 'Hamburg', country: 'DE', latitude: 53.5503, longitude: 10.0006, weight: 10 },
  { name: 'Berlin', country: 'DE', latitude: 52.52, longitude: 13.405, weight: 13 },
  { name: 'København', country: 'DK', latitude: 55.6761, longitude: 12.5683, weight: 7 },
  { name: 'Amsterdam', country: 'NL', latitude: 52.3702, longitude: 4.8952, weight: 7 },
  { name: 'München', country: 'DE', latitude: 48.1372, longitude: 11.5755, weight: 9 },
  { name: 'Wien', country: 'AT', latitude: 48.2082, longitude: 16.3738, weight: 8 },
  { name: 'Zürich', country: 'CH', latitude: 47.3769, longitude: 8.5417, weight: 6 },
  { name: 'Köln', country: 'DE', latitude: 50.9384, longitude: 6.96, weight: 6 },
  { name: 'Oslo', country: 'NO', latitude: 59.9139, longitude: 10.7522, weight: 5 },
  { name: 'Stockholm', country: 'SE', latitude: 59.3293, longitude: 18.0686, weight: 6 },
  { name: 'Paris', country: 'FR', latitude: 48.8566, longitude: 2.3522, weight: 8 },
  { name: 'Lyon', country: 'FR', latitude: 45.764, longitude: 4.8357, weight: 4 },
  { name: 'Antwerpen', country: 'BE', latitude: 51.2194, longitude: 4.4025, weight: 3 },
  { name: 'Bruxelles', country: 'BE', latitude: 50.8466, longitude: 4.3528, weight: 3 },
  { name: 'Utrecht', country: 'NL', latitude: 52.0907, longitude: 5.1214, weight: 3 },
  { name: 'Göteborg', country: 'SE', latitude: 57.7089, longitude: 11.9746, weight: 3 },
  { name: 'Aarhus', country: 'DK', latitude: 56.1629, longitude: 10.2039, weight: 2 },
  { name: 'Bergen', country: 'NO', latitude: 60.3913, longitude: 5.3221, weight: 2 },
  { name: 'Leipzig', country: 'DE', latitude: 51.3397, longitude: 12.3731, weight: 3 },
  { name: 'Graz', country: 'AT', latitude: 47.0707, longitude: 15.4395, weight: 2 },
  { name: 'Basel', country: 'CH', latitude: 47.5596, longitude: 7.5886, weight: 2 },
  { name: 'Nantes', country: 'FR', latitude: 47.2184, longitude: -1.5536, weight: 2 },
  { name: 'Kraków', country: 'PL', latitude: 50.0647, longitude: 19.945, weight: 3 },
  { name: 'Barcelona', country: 'ES', latitude: 41.3874, longitude: 2.1686, weight: 4 },
];

const KM_PER_DEGREE = 111.2;

/** The point that lies `eastKm` and `northKm` from a city's centre. */
export function pointNear(city: City, eastKm: number, northKm: number): { latitude: number; longitude: number } {
  const kmPerDegreeEast = KM_PER_DEGREE * Math.cos((city.latitude * Math.PI) / 180);
  return {
    latitude: roundDegrees(city.latitude + northKm / KM_PER_DEGREE),
    longitude: roundDegrees(city.longitude + eastKm / kmPerDegreeEast),
  };
}

/** Six digits: a tenth of a metre, and the same text on every machine. */
function roundDegrees(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

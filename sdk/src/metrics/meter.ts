/** The parts of the OpenTelemetry API that are used, declared here so that it need not be installed. */

/** The attributes of a measurement. */
export interface MetricAttributes {
  readonly [name: string]: string;
}

/** A meter, such as `metrics.getMeter('weather')` of `@opentelemetry/api`. */
export interface Meter {
  /** Creates a histogram. */
  createHistogram(
    name: string,
    options: {
      readonly description: string;
      readonly unit: string;
      readonly advice: { explicitBucketBoundaries: number[] };
    },
  ): {
    /** Adds a value to the histogram. */
    record(value: number, attributes: MetricAttributes): void;
  };
  /** Creates a counter. */
  createCounter(
    name: string,
    options: { readonly description: string; readonly unit: string },
  ): {
    /** Adds a value to the counter. */
    add(value: number, attributes: MetricAttributes): void;
  };
}

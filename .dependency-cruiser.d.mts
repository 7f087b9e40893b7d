declare const configuration: { forbidden: object[]; options: object };
export default configuration;

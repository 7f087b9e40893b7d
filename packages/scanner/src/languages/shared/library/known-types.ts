/** Constructors that open a file. */
export const openedFiles =
  /^(?:FileInputStream|FileOutputStream|FileReader|FileWriter|RandomAccessFile|ZipFile|JarFile|FileStream)$/;

/** Numbers and similar types, and what a server passes along with a request. None of them can hold code. */
export const plainTypes =
  /^(?:int|long|short|byte|float|double|bool|boolean|number|Integer|Long|Boolean|Double|i32|u32|i64|u64|usize|error|Context|context\.Context|Duration|HttpServletResponse|Response|\??\\?Closure|callable|UUID)$/;
